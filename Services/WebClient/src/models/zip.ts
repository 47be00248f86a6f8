/** A file that is not a ZIP archive, or uses unsupported features. */
export class UnreadableArchiveError extends Error {}

/** Maximum length of the end record with its comment, in bytes (APPNOTE 4.3.16). */
const longestEnd = 22 + 65_535;

interface Entry {
    readonly method: number;
    readonly size: number;
    readonly offset: number;
}

/** Reads single files of a ZIP archive, without loading all of it. */
export class Archive {
    private constructor(private readonly file: Blob, private readonly entries: ReadonlyMap<string, Entry>) {}

    /** @throws UnreadableArchiveError */
    static async open(file: Blob): Promise<Archive> {
        const start = Math.max(0, file.size - longestEnd);
        const tail = new DataView(await file.slice(start).arrayBuffer());
        let end = tail.byteLength - 22;
        while (end >= 0 && tail.getUint32(end, true) !== 0x06054b50) end -= 1;
        if (end < 0) throw new UnreadableArchiveError("no end record");
        const length = tail.getUint32(end + 12, true);
        const offset = tail.getUint32(end + 16, true);
        const directory = new DataView(await file.slice(offset, offset + length).arrayBuffer());
        const entries = new Map<string, Entry>();
        const decoder = new TextDecoder();
        let at = 0;
        while (at + 46 <= directory.byteLength && directory.getUint32(at, true) === 0x02014b50) {
            const nameLength = directory.getUint16(at + 28, true);
            const name = decoder.decode(new Uint8Array(directory.buffer, at + 46, nameLength));
            entries.set(name, {
                method: directory.getUint16(at + 10, true),
                size: directory.getUint32(at + 20, true),
                offset: directory.getUint32(at + 42, true),
            });
            at += 46 + nameLength + directory.getUint16(at + 30, true) + directory.getUint16(at + 32, true);
        }
        return new Archive(file, entries);
    }

    /** The names of all files. */
    get names(): readonly string[] {
        return [...this.entries.keys()];
    }

    /**
     * The bytes of a file; undefined without such a file.
     *
     * @throws UnreadableArchiveError
     */
    async bytes(name: string): Promise<ArrayBuffer | undefined> {
        const entry = this.entries.get(name);
        if (!entry) return undefined;
        const head = new DataView(await this.file.slice(entry.offset, entry.offset + 30).arrayBuffer());
        if (head.byteLength < 30 || head.getUint32(0, true) !== 0x04034b50) {
            throw new UnreadableArchiveError("no local header");
        }
        const start = entry.offset + 30 + head.getUint16(26, true) + head.getUint16(28, true);
        const packed = this.file.slice(start, start + entry.size);
        if (entry.method === 0) return await packed.arrayBuffer();
        if (entry.method !== 8) throw new UnreadableArchiveError(`method ${entry.method}`);
        try {
            return await new Response(packed.stream().pipeThrough(new DecompressionStream("deflate-raw")))
                .arrayBuffer();
        } catch {
            throw new UnreadableArchiveError("damaged");
        }
    }

    /**
     * The rows of a JSON file that contains a list; none if the file does not exist.
     * @throws UnreadableArchiveError
     */
    async rows(name: string): Promise<readonly Record<string, unknown>[]> {
        const bytes = await this.bytes(name);
        if (!bytes) return [];
        try {
            const rows: unknown = JSON.parse(new TextDecoder().decode(bytes));
            return Array.isArray(rows) ? rows as Record<string, unknown>[] : [];
        } catch {
            throw new UnreadableArchiveError("not JSON");
        }
    }
}
