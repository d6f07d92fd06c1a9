// Everything that a program finds without importing it.

import "candor:dom-exception";
import "candor:console";
import "candor:timers";
import "candor:performance";
import "candor:encoding";
import "candor:search-params";
import "candor:url";
import "candor:crypto";
import "candor:events";
import "candor:abort";
import "candor:headers";
import "candor:response";
import "candor:request";
import "candor:fetch";
import "candor:clone";
import "candor:process";
import { expose } from "candor:primordials";

// Libraries ask for the global object by any of these names.
expose(globalThis, "self", globalThis);
expose(globalThis, "global", globalThis);
