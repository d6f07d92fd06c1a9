// The functions as a server on the TypeScript SDK, over Streamable HTTP.
//
// Without sessions, as the SDK demands: a server and a transport for each request. With `sessions`:
// one of each for every client. Nothing is built for a call that can be built before it, answers are
// JSON rather than streams of events, and there is no framework between the SDK and the socket, so
// that this is as quick as such a server can be.
//
// The arguments are the folder of the peers and `stateless` or `sessions`.

import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { area, bill } from './work.ts';

const [peers, mode] = process.argv.slice(2);
const require = createRequire(peers + '/package.json');
const { McpServer } = require('@modelcontextprotocol/sdk/server/mcp.js');
const { StreamableHTTPServerTransport } = require('@modelcontextprotocol/sdk/server/streamableHttp.js');
const z = require('zod');

const inputSchema = {
    width: z.number().describe('The width'),
    height: z.number().describe('The height'),
    label: z.string().describe('What it is called'),
};
const annotations = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };
const tools = [
    { name: 'area', title: 'Area', description: 'Multiplies two numbers.', work: area },
    { name: 'bill', title: 'Bill', description: 'Multiplies two numbers and adds up a list of orders.', work: bill },
].map(({ name, work, ...rest }) => [name, { ...rest, inputSchema, annotations }, ({ width, height, label }) => ({
    content: [{ type: 'text', text: JSON.stringify(work(width, height, label)) }],
})]);

async function connect(options) {
    const server = new McpServer({ name: 'bench', version: '1.0.0' });
    for (const tool of tools) server.registerTool(...tool);
    const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true, ...options });
    await server.connect(transport);
    return { server, transport };
}

async function read(request) {
    const parts = [];
    for await (const part of request) parts.push(part);
    const text = Buffer.concat(parts).toString();
    return text === '' ? undefined : JSON.parse(text);
}

async function stateless(request, response) {
    const body = await read(request);
    const { server, transport } = await connect({ sessionIdGenerator: undefined });
    response.on('close', () => server.close());
    await transport.handleRequest(request, response, body);
}

const sessions = new Map();

async function withSessions(request, response) {
    const body = await read(request);
    const id = request.headers['mcp-session-id'];
    const known = sessions.get(id);
    if (known !== undefined) return known.transport.handleRequest(request, response, body);
    if (id !== undefined) return response.writeHead(404).end();
    const session = await connect({
        sessionIdGenerator: randomUUID,
        onsessioninitialized: (id) => sessions.set(id, session),
        onsessionclosed: (id) => sessions.delete(id),
    });
    return session.transport.handleRequest(request, response, body);
}

const handle = mode === 'sessions' ? withSessions : stateless;
const server = createServer((request, response) => {
    if (request.method === 'GET') return response.writeHead(405).end();
    handle(request, response).catch((error) => {
        console.error(error);
        if (!response.headersSent) response.writeHead(500);
        response.end();
    });
});
server.keepAliveTimeout = 0;
server.listen(0, '127.0.0.1', () => {
    console.log(`node listening on http://127.0.0.1:${server.address().port}/mcp`);
});

// The pipe closes when whoever started this ends.
process.stdin.on('close', () => process.exit(0)).resume();
