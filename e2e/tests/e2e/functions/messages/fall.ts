interface Height {
  steps: number;
}

// What is only for the compiler takes no place away from what follows it.
export function fall(steps: number): never {
  const height: Height = { steps };
  if (height.steps > 0) throw new Error("fell down the steps");
  throw new Error("stands already");
}
