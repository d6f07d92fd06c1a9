// Whether two values are alike, member by member.

import {
  AMap,
  getPrototypeOf,
  hasOwn,
  isArray,
  isError,
  isObject,
  isView,
  keys,
  mapEach,
  mapGet,
  mapHas,
  mapSet,
  mapSize,
  setEach,
  setHas,
  tagOf,
  timeOf,
} from "candor:primordials";

/** Alike: the same type and the same members, however often they hold one another. */
export function isSame(one, other, seen = new AMap()) {
  if (Object.is(one, other)) return true;
  if (!isObject(one) || !isObject(other)) return false;
  if (getPrototypeOf(one) !== getPrototypeOf(other) || tagOf(one) !== tagOf(other)) return false;
  if (mapGet(seen, one) === other) return true;
  mapSet(seen, one, other);
  switch (tagOf(one)) {
    case "[object Date]":
      return Object.is(timeOf(one), timeOf(other));
    case "[object RegExp]":
      return String(one) === String(other);
    case "[object Map]":
      return sameMaps(one, other, seen);
    case "[object Set]":
      return sameSets(one, other);
    default:
      break;
  }
  if (isError(one) && (one.message !== other.message || one.name !== other.name)) return false;
  if ((isArray(one) || isView(one)) && one.length !== other.length) return false;
  return sameMembers(one, other, seen);
}

function sameMembers(one, other, seen) {
  const names = keys(one);
  if (names.length !== keys(other).length) return false;
  for (let at = 0; at < names.length; at += 1) {
    const name = names[at];
    if (!hasOwn(other, name) || !isSame(one[name], other[name], seen)) return false;
  }
  return true;
}

function sameMaps(one, other, seen) {
  if (mapSize(one) !== mapSize(other)) return false;
  let same = true;
  mapEach(one, (value, key) => {
    same &&= mapHas(other, key) && isSame(value, mapGet(other, key), seen);
  });
  return same;
}

/** Sets are compared by their items as they are: there is no telling which object stands for which. */
function sameSets(one, other) {
  let same = one.size === other.size;
  setEach(one, (item) => {
    same &&= setHas(other, item);
  });
  return same;
}
