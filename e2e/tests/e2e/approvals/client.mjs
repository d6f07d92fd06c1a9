// A client of the TypeScript SDK, of its first or its second generation. It makes one call after
// the other, answers each question as it is told to, and prints what came of each.
//
// The arguments are the folder of the peers and what to do, as JSON:
//   sdk      'v1' or 'v2'
//   era      'legacy' or 'modern' (v2 only)
//   url      where the gateway is, or command and args to start it
//   api      the API on which somebody else decides
//   secret   what they present there
//   mute     whether the client cannot be asked
//   steps    what to call and how to answer: {does, path}

import { createRequire } from 'node:module';

const [peers, order] = process.argv.slice(2);
const { sdk, era, url, command, args, api, secret, mute, steps } = JSON.parse(order);
const require = createRequire(peers + '/package.json');

function parts() {
    if (sdk === 'v1') {
        const load = (name) => require('@modelcontextprotocol/sdk/' + name);
        return {
            ...load('client/index.js'),
            ...load('client/streamableHttp.js'),
            ...load('client/stdio.js'),
            asks: load('types.js').ElicitRequestSchema,
        };
    }
    return {
        ...require('@modelcontextprotocol/client'),
        ...require('@modelcontextprotocol/client/stdio'),
        asks: 'elicitation/create',
    };
}

const { Client, StreamableHTTPClientTransport, StdioClientTransport, asks } = parts();
const capabilities = mute ? {} : { elicitation: { form: {}, url: {} } };
const versionNegotiation = { mode: era === 'modern' ? { pin: '2026-07-28' } : 'legacy' };
const client = new Client({ name: 'typescript', version: '1' }, { capabilities, versionNegotiation });
const transport = url
    ? new StreamableHTTPClientTransport(new URL(url))
    : new StdioClientTransport({ command, args, stderr: 'ignore' });

const pause = () => new Promise((resolve) => setTimeout(resolve, 20));

async function until(what, look) {
    for (let round = 0; round < 6000; round += 1) {
        const seen = await look();
        if (seen) return seen;
        await pause();
    }
    throw new Error('never seen: ' + what);
}

const authorization = `Bearer ${secret}`;
const read = async (path) => (await fetch(api + path, { headers: { authorization } })).json();
const waiting = () => until('a call that waits', async () => (await read('/approvals')).items[0]);

// Somebody else decides about the call that waits.
async function decide(body) {
    const { id } = await waiting();
    const answer = await fetch(`${api}/approvals/${id}/decision`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(await answer.text());
}

// Waits until it is too late.
async function expired() {
    const { id } = await waiting();
    await until('the end of its time', async () => (await read(`/approvals/${id}`)).state === 'expired');
}

const accept = (decision, reason) => ({ action: 'accept', content: { decision, ...(reason && { reason }) } });
let current;

// What the person at this client does.
async function answer(request, extra) {
    const signal = extra.signal ?? extra.mcpReq.signal;
    current.asked += 1;
    current.question = request.params;
    const over = new Promise((resolve) => {
        signal.addEventListener('abort', () => {
            current.withdrawn = true;
            resolve();
        });
    });
    switch (current.does) {
        case 'allow':
            return accept('allow once');
        case 'keep':
            await decide({ decision: 'approve', scope: 'these-arguments' });
            if (era === 'legacy') await over;
            return accept('allow once');
        case 'deny':
            return accept('deny', 'not today');
        case 'decline':
        case 'cancel':
            return { action: current.does };
        case 'elsewhere':
        case 'refused elsewhere':
            await decide(current.does === 'elsewhere'
                ? { decision: 'approve' }
                : { decision: 'deny', reason: 'not today' });
            // Too late, and the opposite of what was decided.
            if (era === 'legacy') await over;
            return current.does === 'elsewhere' ? { action: 'decline' } : accept('allow once');
        case 'page':
            await decide({ decision: 'approve' });
            return { action: 'accept' };
        case 'late':
            await (era === 'legacy' ? over : expired());
            return accept('allow once');
        default:
            throw new Error('asked about ' + current.does);
    }
}

await client.connect(transport);
if (!mute) client.setRequestHandler(asks, answer);
const said = [];
for (const { does, path } of steps) {
    current = { does, asked: 0, withdrawn: false, progress: 0, question: null };
    const told = current;
    const options = { timeout: 120000 };
    if (mute) {
        let decided;
        options.onprogress = () => {
            told.progress += 1;
            decided ??= does === 'mute' ? decide({ decision: 'approve' }) : Promise.resolve();
        };
    }
    const call = { name: 's_wipe', arguments: { path } };
    try {
        const result = await (sdk === 'v1' ? client.callTool(call, undefined, options) : client.callTool(call, options));
        said.push({ ...told, error: result.isError === true, text: result.content[0].text });
    } catch (error) {
        said.push({ ...told, error: true, text: 'thrown: ' + error.message });
    }
}
await client.close();
console.log(JSON.stringify(said));
process.exit(0);
