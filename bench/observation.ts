/**
 * The price of seeing what a process does. `observation`: a server with metrics and the usual log, and one without both; for
 * votes a second it is scraped every second. `traces`: one request of a hundred is traced, to a collector that takes all.
 */
import { openCollector } from '../tests/fixtures/observation/collector.ts';
import { loadTool, loadVotes, USUAL } from './lib/load.ts';
import { OWN_TREE, openSide, type Side } from './lib/sides.ts';
import { inRounds, median, quantile, ratio, type Length } from './lib/rounds.ts';
import type { Bench, Result } from './lib/report.ts';
import { measureSteady } from './lib/steady.ts';

const CONNECTIONS = 256;
/** Votes a second of each side, which a busy machine still takes. */
const STEADY = 400;
const PORT = 19_464;
const SCRAPED_EVERY_MS = 1_000;
const SCRAPES = 50;
const BLIND = { LOG_LEVEL: 'silent' };
const SEEN = { LOG_LEVEL: 'info', METRICS_LISTEN: String(PORT) };

export const observation: Bench = async (length) => {
	const [seen, blind] = [await openSide(OWN_TREE, SEEN), await openSide(OWN_TREE, BLIND)];
	try {
		const { metrics, ratios } = await compare(seen, blind, length, startScraping);
		return { metrics: { ...metrics, server_cpu_ms_per_scrape: await cpuPerScrape(seen) }, ratios };
	} finally {
		await Promise.all([seen.close(), blind.close()]);
	}
};

export const traces: Bench = async (length) => {
	const collector = await openCollector();
	const env = {
		OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
		OTEL_TRACES_SAMPLER_ARG: '0.01',
	};
	const [seen, blind] = [await openSide(OWN_TREE, env), await openSide(OWN_TREE, BLIND)];
	try {
		return await compare(seen, blind, length);
	} finally {
		await Promise.all([seen.close(), blind.close()]);
		await collector.close();
	}
};

const scrape = async () => void (await (await fetch(`http://127.0.0.1:${PORT}/metrics`)).text());

function startScraping(): () => void {
	const scraping = setInterval(() => void scrape().catch(() => undefined), SCRAPED_EVERY_MS);
	return () => clearInterval(scraping);
}

/** Apart from votes: its price is by the second, and a busy machine has few votes in one. */
async function cpuPerScrape(side: Side): Promise<number> {
	const before = side.serverCpuSeconds();
	for (let n = 0; n < SCRAPES; n += 1) await scrape();
	return ((side.serverCpuSeconds() - before) * 1000) / SCRAPES;
}

/**
 * Processor time of the server for a vote at a steady rate, and votes a second without one. For the first, both sides take
 * votes at the same time: whatever else the machine does falls on both in the same instant, and they get as many votes.
 */
async function compare(
	seen: Side,
	blind: Side,
	length: Length,
	watch: () => () => void = () => () => undefined,
): Promise<Result> {
	const rounds = { ...length, rounds: length.rounds * 5 };
	const { seconds } = length;
	const cpuPerVote = async (side: Side) => {
		const before = side.serverCpuSeconds();
		const { good } = await measureSteady(side.address, { perSecond: STEADY, seconds, connections: CONNECTIONS });
		return ((side.serverCpuSeconds() - before) * 1e6) / good;
	};
	const cpu: { seen: number; blind: number }[] = [];
	// The first round warms up.
	for (let round = 0; round <= rounds.rounds; round += 1) {
		const [ofSeen, ofBlind] = await Promise.all([cpuPerVote(seen), cpuPerVote(blind)]);
		if (round > 0) cpu.push({ seen: ofSeen, blind: ofBlind });
	}
	const votesPerSecond = (side: Side) => async () =>
		(await loadVotes(side.address, USUAL, { connections: CONNECTIONS, seconds })).perSecond;
	const stopWatching = watch();
	const rates = await inRounds({ seen: votesPerSecond(seen), blind: votesPerSecond(blind) }, rounds);
	stopWatching();
	const ofRounds = cpu.map((round) => round.blind / round.seen);
	return {
		metrics: {
			load: `${loadTool}, ${CONNECTIONS} connections; ${STEADY} votes a second each for processor time`,
			votes_per_second_seen: median(rates['seen']),
			votes_per_second_blind: median(rates['blind']),
			server_cpu_us_per_vote_seen: median(cpu.map((round) => round.seen)),
			server_cpu_us_per_vote_blind: median(cpu.map((round) => round.blind)),
			// Half of all rounds lie between them: how far the machine lets the ratio be trusted.
			votes_per_server_cpu_first_quartile: quantile(ofRounds, 0.25),
			votes_per_server_cpu_third_quartile: quantile(ofRounds, 0.75),
		},
		ratios: {
			votes_seen_vs_blind: ratio(rates['seen'], rates['blind']),
			votes_per_server_cpu_seen_vs_blind: median(ofRounds),
		},
	};
}
