// `node:process`, as far as there is a `process`.

import { process } from "candor:process";

export const { env } = process;
export default process;
