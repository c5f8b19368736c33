/**
 * Reads that may be a second old: from a replica while one is fresh, and otherwise from the primary. Never use it for a
 * fan's own data, or for anything that a decision is based on.
 */
import type { Database, Db, Tx } from '#server/kernel/database.ts';

/** As a database, it takes single statements. */
export interface Reads extends Db {
	/** Begins a read of several statements. All of them see one snapshot of one server. */
	session(): ReadSession;
	/** For data that must not be older than what was shown before. */
	primary: Db;
}

export interface ReadSession {
	db: Db;
	/** Ends the snapshot. Does not wait for it. */
	close(): void;
}

/** @param choose a replica that may be read now, or null */
export function openReads(primary: Db, choose: () => Database | null = () => null): Reads {
	/** What a replica cannot answer, the primary answers: the replica may just have died or canceled the statement. */
	async function ask(statement: Parameters<Db['query']>[0], replica: Promise<Db>): Promise<object[]> {
		try {
			return await (await replica).query(statement);
		} catch {
			return primary.query(statement);
		}
	}

	return {
		primary,
		query: async <Row>(statement: Parameters<Db['query']>[0]) => {
			const replica = choose();
			return (await (replica ? ask(statement, Promise.resolve(replica)) : primary.query(statement))) as Row[];
		},
		session() {
			const replica = choose();
			if (!replica) return { db: primary, close: () => undefined };
			let snapshot: Snapshot | null = null;
			let last: Promise<unknown> = Promise.resolve();
			const query = async <Row>(statement: Parameters<Db['query']>[0]) => {
				const { tx } = (snapshot ??= openSnapshot(replica));
				// A connection takes one statement at a time.
				const answer = last.then(() => ask(statement, tx));
				last = answer.catch(() => undefined);
				return (await answer) as Row[];
			};
			return { db: { query }, close: () => snapshot?.close() };
		},
	};
}

interface Snapshot {
	tx: Promise<Tx>;
	close(): void;
}

function openSnapshot(db: Database): Snapshot {
	const begun = Promise.withResolvers<Tx>();
	const closed = Promise.withResolvers<void>();
	const done = db.transaction(async (tx) => {
		await tx.query({ text: 'set transaction isolation level repeatable read, read only' });
		begun.resolve(tx);
		await closed.promise;
	});
	// Also if the commit fails: everything has been read by then.
	done.catch(begun.reject);
	begun.promise.catch(() => undefined);
	return { tx: begun.promise, close: closed.resolve };
}
