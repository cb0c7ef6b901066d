// The TypeScript SDK's client as a caller: `node call_all.mjs FOLDER TARGET CALLS`, where FOLDER has the SDK installed,
// TARGET is a URL or a command as JSON, and CALLS is JSON: [[tool, arguments], ...]. Prints JSON: tools, and each answer.
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [folder, target, calls] = process.argv.slice(2);
const installed = createRequire(join(folder, "package.json"));
const load = (part) => import(pathToFileURL(installed.resolve(`@modelcontextprotocol/sdk/client/${part}.js`)));

const { Client } = await load("index");
const asked = JSON.parse(target);
let transport;
if (typeof asked === "string") {
  const { StreamableHTTPClientTransport } = await load("streamableHttp");
  transport = new StreamableHTTPClientTransport(new URL(asked));
} else {
  const { StdioClientTransport } = await load("stdio");
  transport = new StdioClientTransport({ command: asked[0], args: asked.slice(1), stderr: "ignore" });
}
const client = new Client({ name: "caller", version: "1" });
await client.connect(transport);
const answers = [];
for (const [name, given] of JSON.parse(calls)) {
  try {
    answers.push(await client.callTool({ name, arguments: given }));
  } catch (error) {
    answers.push({ error: { code: error.code, message: error.message } });
  }
}
const { tools } = await client.listTools();
await client.close();
console.log(JSON.stringify({ tools, answers }));
