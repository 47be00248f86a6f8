/**
 * Parameters of versions 5 to 9 at the lowest error correction: number of data bytes, error correction bytes per block,
 * blocks, position of the alignment pattern.
 */
const versions = [
    { version: 5, data: 108, check: 26, blocks: 1, align: [6, 30] },
    { version: 6, data: 136, check: 18, blocks: 2, align: [6, 34] },
    { version: 7, data: 156, check: 20, blocks: 2, align: [6, 22, 38] },
    { version: 8, data: 194, check: 24, blocks: 2, align: [6, 24, 42] },
    { version: 9, data: 232, check: 30, blocks: 2, align: [6, 26, 46] },
] as const;

/** Product in the field of 256 elements with the polynomial 0x11d. */
function times(a: number, b: number): number {
    let product = 0;
    for (let bit = 7; bit >= 0; bit -= 1) {
        product = (product << 1) ^ ((product >> 7) * 0x11d);
        product ^= ((b >> bit) & 1) * a;
    }
    return product;
}

/** The error correction bytes of a block (Reed-Solomon). */
function checkBytes(block: Uint8Array, count: number): Uint8Array {
    const generator = new Uint8Array(count);
    generator[count - 1] = 1;
    let root = 1;
    for (let step = 0; step < count; step += 1) {
        for (let index = 0; index < count; index += 1) {
            generator[index] = times(generator[index] ?? 0, root) ^ (generator[index + 1] ?? 0);
        }
        root = times(root, 2);
    }
    const rest = new Uint8Array(count);
    for (const byte of block) {
        const factor = byte ^ (rest[0] ?? 0);
        rest.copyWithin(0, 1);
        rest[count - 1] = 0;
        generator.forEach((value, index) => rest[index] = (rest[index] ?? 0) ^ times(value, factor));
    }
    return rest;
}

/** `value` followed by the bits of its remainder by `polynomial` of `degree`. */
function withRemainder(value: number, degree: number, polynomial: number): number {
    let rest = value;
    for (let step = 0; step < degree; step += 1) rest = (rest << 1) ^ ((rest >> (degree - 1)) * polynomial);
    return (value << degree) | rest;
}

/**
 * The modules of a QR code (ISO/IEC 18004) of a text, row by row; true is dark.
 * @returns undefined if the text has more than 230 bytes.
 */
export function qrCode(text: string): readonly (readonly boolean[])[] | undefined {
    const bytes = new TextEncoder().encode(text);
    const chosen = versions.find(({ data }) => bytes.length + 2 <= data);
    if (!chosen) return undefined;
    const { version, data, check, blocks, align } = chosen;

    // Byte mode, length, text, end, then two padding bytes alternately.
    const stream = new Uint8Array(data);
    stream[0] = 0x40 | (bytes.length >> 4);
    stream[1] = (bytes.length << 4) & 0xf0;
    bytes.forEach((byte, index) => {
        stream[index + 1] = (stream[index + 1] ?? 0) | (byte >> 4);
        stream[index + 2] = (byte << 4) & 0xf0;
    });
    for (let index = bytes.length + 2, isFirst = true; index < data; index += 1, isFirst = !isFirst) {
        stream[index] = isFirst ? 0xec : 0x11;
    }
    const parts = Array.from(
        { length: blocks },
        (_, index) => stream.subarray((index * data) / blocks, ((index + 1) * data) / blocks),
    );
    const checks = parts.map((part) => checkBytes(part, check));
    const all: number[] = [];
    for (let index = 0; index < data / blocks; index += 1) for (const part of parts) all.push(part[index] ?? 0);
    for (let index = 0; index < check; index += 1) for (const part of checks) all.push(part[index] ?? 0);

    const size = version * 4 + 17;
    const dark = Array.from({ length: size }, () => new Array<boolean>(size).fill(false));
    const isFixed = Array.from({ length: size }, () => new Array<boolean>(size).fill(false));
    const fix = (x: number, y: number, value: boolean): void => {
        const row = dark[y];
        const fixedRow = isFixed[y];
        if (!row || !fixedRow || x < 0 || x >= size) return;
        row[x] = value;
        fixedRow[x] = true;
    };
    for (let index = 0; index < size; index += 1) {
        fix(6, index, index % 2 === 0);
        fix(index, 6, index % 2 === 0);
    }
    for (const [x, y] of [[3, 3], [size - 4, 3], [3, size - 4]] as const) {
        for (let dy = -4; dy <= 4; dy += 1) {
            for (let dx = -4; dx <= 4; dx += 1) {
                const ring = Math.max(Math.abs(dx), Math.abs(dy));
                fix(x + dx, y + dy, ring !== 2 && ring !== 4);
            }
        }
    }
    const last = align.length - 1;
    align.forEach((x, column) =>
        align.forEach((y, row) => {
            if ((column === 0 && row === 0) || (column === 0 && row === last) || (column === last && row === 0)) return;
            for (let dy = -2; dy <= 2; dy += 1) {
                for (let dx = -2; dx <= 2; dx += 1) {
                    fix(x + dx, y + dy, Math.max(Math.abs(dx), Math.abs(dy)) !== 1);
                }
            }
        })
    );
    // Lowest error correction (01) and mask 0.
    const format = withRemainder(0b01000, 10, 0x537) ^ 0x5412;
    for (let bit = 0; bit < 15; bit += 1) {
        const value = ((format >> bit) & 1) === 1;
        if (bit < 6) fix(8, bit, value);
        else if (bit < 8) fix(8, bit + 1, value);
        else if (bit === 8) fix(7, 8, value);
        else fix(14 - bit, 8, value);
        if (bit < 8) fix(size - 1 - bit, 8, value);
        else fix(8, size - 15 + bit, value);
    }
    fix(8, size - 8, true);
    if (version >= 7) {
        const code = withRemainder(version, 12, 0x1f25);
        for (let bit = 0; bit < 18; bit += 1) {
            const value = ((code >> bit) & 1) === 1;
            fix(size - 11 + bit % 3, Math.floor(bit / 3), value);
            fix(Math.floor(bit / 3), size - 11 + bit % 3, value);
        }
    }
    // The bits are placed up and down in pairs of columns from the right, leaving out the vertical timing pattern.
    let next = 0;
    for (let right = size - 1; right >= 1; right -= 2) {
        if (right === 6) right = 5;
        for (let step = 0; step < size; step += 1) {
            for (const x of [right, right - 1]) {
                const y = ((right + 1) & 2) === 0 ? size - 1 - step : step;
                const row = dark[y];
                if (!row || isFixed[y]?.[x]) continue;
                const bit = (((all[next >> 3] ?? 0) >> (7 - (next & 7))) & 1) === 1;
                row[x] = bit !== ((x + y) % 2 === 0);
                next += 1;
            }
        }
    }
    return dark;
}
