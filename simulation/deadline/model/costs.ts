/** What a vote costs, in milliseconds. Every figure names the command that measures it. */

export interface ProcessCosts {
	/** The event loop reads, parses and checks a request. */
	requestMs: number;
	/** The event loop writes an answer with its receipt. */
	answerMs: number;
	/** The event loop sends a batch, reads its rows and signs its receipts, whatever its size. */
	batchMs: number;
	/** The event loop answers 503 to a request that it has not read, because the queue is full. */
	refusalMs: number;
	/** Other threads of the process for a vote: garbage collection, and the public log. */
	besideMs: number;
}

export interface DatabaseCosts {
	/** One backend for a batch, whatever its size. */
	batchMs: number;
	/** One backend for a vote of a batch. */
	voteMs: number;
	/** All other processes of PostgreSQL for a vote. */
	besideMs: number;
	/** From the end of a batch's work until its log is durable. */
	flushMs: number;
}

export interface Costs {
	process: ProcessCosts;
	database: DatabaseCosts;
}
