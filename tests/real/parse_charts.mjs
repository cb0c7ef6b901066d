// {name: chart} as JSON on stdin -> {name: kind of diagram, or the error} on stdout, as Mermaid itself reads each
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const installed = createRequire(pathToFileURL(`${process.argv[2]}/package.json`));
const { JSDOM } = installed("jsdom");
const page = new JSDOM("<!doctype html><body></body>");
globalThis.window = page.window;
globalThis.document = page.window.document;
const { default: mermaid } = await import(`${pathToFileURL(process.argv[2])}/node_modules/mermaid/dist/mermaid.core.mjs`);

const read = {};
for (const [name, chart] of Object.entries(JSON.parse(readFileSync(0, "utf8")))) {
  try {
    read[name] = (await mermaid.parse(chart)).diagramType;
  } catch (error) {
    read[name] = String(error.message ?? error);
  }
}
process.stdout.write(JSON.stringify(read));
