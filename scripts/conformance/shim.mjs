// Lets the conformance suite 0.1.16 run on Node 20: it imports globSync of fs, which came with Node 22, for a command
// that is not used here. `node --import ./shim.mjs ...`.

import { register } from "node:module";

const fs = `export * from "node:fs"; export { default } from "node:fs"; export const globSync = () => [];`;
const hooks = `export const resolve = (name, context, next) => name === "fs" && context.parentURL.includes("/conformance-")
  ? { url: "data:text/javascript," + ${JSON.stringify(encodeURIComponent(fs))}, shortCircuit: true }
  : next(name, context);`;
const hasGlob = "globSync" in (await import("node:fs"));
if (!hasGlob) register("data:text/javascript," + encodeURIComponent(hooks));
