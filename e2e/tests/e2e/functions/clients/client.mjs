// A client of the TypeScript SDK, of its first or its second generation: it lists, calls, and
// prints what it was told.
//
// The arguments are the folder of the peers, 'v1' or 'v2', 'legacy' or 'modern' (v2 only), and an
// address, or a program and its arguments.

import { createRequire } from 'node:module';

const [peers, sdk, era, first, ...rest] = process.argv.slice(2);
const require = createRequire(peers + '/package.json');

function parts() {
    if (sdk === 'v2') return { ...require('@modelcontextprotocol/client'), ...require('@modelcontextprotocol/client/stdio') };
    const load = (name) => require('@modelcontextprotocol/sdk/' + name);
    return { ...load('client/index.js'), ...load('client/streamableHttp.js'), ...load('client/stdio.js') };
}

const { Client, StreamableHTTPClientTransport, StdioClientTransport } = parts();
const versionNegotiation = { mode: era === 'modern' ? { pin: '2026-07-28' } : 'legacy' };
const client = new Client({ name: 'typescript', version: '1' }, { capabilities: {}, versionNegotiation });
const transport = rest.length === 0
    ? new StreamableHTTPClientTransport(new URL(first))
    : new StdioClientTransport({ command: first, args: rest, stderr: 'ignore' });
await client.connect(transport);

// The SDK holds structured results to the output schemas that it has listed.
const { tools } = await client.listTools();
const steps = [];
const call = (name, given, onprogress) => {
    const [params, options] = [{ name, arguments: given }, { onprogress }];
    return sdk === 'v1' ? client.callTool(params, undefined, options) : client.callTool(params, options);
};
const said = {
    tools,
    function: await call('f_forecast', { city: 'Graz', days: 3 }, ({ progress }) => steps.push(progress)),
    pack: await call('gs1_validate_gtin', { gtin: '9506000134352' }),
    picture: await call('gs1_generate_qr_url', { gtin: '9506000134352', lot: 'A1' }),
    refused: await call('f_forecast', { city: 'Graz', days: 9 }),
    steps,
};
await client.close();
console.log(JSON.stringify(said));
process.exit(0);
