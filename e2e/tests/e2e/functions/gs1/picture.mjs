// Reads a picture of a QR code with a reader that others wrote.
//
// The argument is the folder of the peers; the PNG comes as base64 on the input. Prints its size
// and what the code says. A picture that is not sound, down to its check sums, is an error.

import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { crc32, inflateSync } from 'node:zlib';

const require = createRequire(process.argv[2] + '/package.json');
const { default: jsQR } = require('jsqr');
const bytes = Buffer.from(readFileSync(0, 'utf8').trim(), 'base64');

const fail = (why) => { throw new Error(why); };
if (bytes.subarray(0, 8).toString('latin1') !== '\x89PNG\r\n\x1a\n') fail('not a PNG');
const chunks = [];
for (let at = 8; at < bytes.length;) {
    const length = bytes.readUInt32BE(at);
    const body = bytes.subarray(at + 4, at + 8 + length);
    if (crc32(body) !== bytes.readUInt32BE(at + 8 + length)) fail('a check sum is wrong');
    chunks.push({ kind: body.subarray(0, 4).toString('latin1'), data: body.subarray(4) });
    at += 12 + length;
}
if (chunks.at(-1).kind !== 'IEND') fail('it has no end');
const header = chunks[0].data;
const [width, height, depth, colour] = [header.readUInt32BE(0), header.readUInt32BE(4), header[8], header[9]];
if (colour !== 0) fail('it is not grey');

// One row after the other, each after the number of its filter.
const row = Math.ceil((width * depth) / 8);
const raw = inflateSync(Buffer.concat(chunks.filter(({ kind }) => kind === 'IDAT').map(({ data }) => data)));
if (raw.length !== height * (row + 1)) fail('rows are missing');
const lines = [];
for (let y = 0; y < height; y += 1) {
    const filter = raw[y * (row + 1)];
    const line = Buffer.from(raw.subarray(y * (row + 1) + 1, (y + 1) * (row + 1)));
    const above = lines.at(-1) ?? Buffer.alloc(row);
    const step = Math.max(1, depth >> 3);
    for (let x = 0; x < row; x += 1) {
        const [left, up, corner] = [line[x - step] ?? 0, above[x], above[x - step] ?? 0];
        const guess = left + up - corner;
        const [a, b, c] = [left, up, corner].map((value) => Math.abs(guess - value));
        const near = a <= b && a <= c ? left : b <= c ? up : corner;
        line[x] += [0, left, up, (left + up) >> 1, near][filter] ?? fail('an unknown filter');
    }
    lines.push(line);
}
const pixels = new Uint8ClampedArray(width * height * 4).fill(255);
for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
        const bit = x * depth;
        const value = (lines[y][bit >> 3] >> (8 - depth - (bit & 7))) & ((1 << depth) - 1);
        pixels.fill(Math.round((value * 255) / ((1 << depth) - 1)), (y * width + x) * 4, (y * width + x) * 4 + 3);
    }
}
const code = jsQR(pixels, width, height) ?? fail('there is no QR code in it');
console.log(JSON.stringify({ width, height, says: code.data }));
