// What the functions do. Candor and Node load this very file.

import { orders } from "./orders.ts";

interface Order {
  quantity: number;
  price: number;
}

/** The smallest function that is one: two numbers and a text, and an answer made of them. */
export function area(width: number, height: number, label: string) {
  return { label, area: width * height, edge: 2 * (width + height) };
}

/** The same, with 10 KB of JSON to be read first, as an API would send it. */
export function bill(width: number, height: number, label: string) {
  const list: Order[] = JSON.parse(orders);
  let total = 0;
  for (const order of list) total += order.quantity * order.price;
  return { label, area: width * height, orders: list.length, total };
}
