/**
 * The price of seeing what a process does. `observation`: a server with metrics, scraped every second, and the usual log,
 * and one without both, in turns. `traces`: one request of a hundred is traced, to a collector that takes all.
 */
import { openCollector } from '../tests/fixtures/observation/collector.ts';
import { loadTool, loadVotes, USUAL } from './lib/load.ts';
import { OWN_TREE, openSide, type Side } from './lib/sides.ts';
import { inRounds, median, ratio, type Length } from './lib/rounds.ts';
import type { Bench, Result } from './lib/report.ts';

const CONNECTIONS = 256;
const PORT = 19_464;
const SCRAPED_EVERY_MS = 1_000;
const BLIND = { LOG_LEVEL: 'silent' };
const SEEN = { LOG_LEVEL: 'info', METRICS_PORT: String(PORT) };

export const observation: Bench = async (length) => {
	const [seen, blind] = [await openSide(OWN_TREE, SEEN), await openSide(OWN_TREE, BLIND)];
	const scraping = setInterval(() => {
		fetch(`http://127.0.0.1:${PORT}/metrics`)
			.then((response) => response.text())
			.catch(() => undefined);
	}, SCRAPED_EVERY_MS);
	try {
		return await compare(seen, blind, length);
	} finally {
		clearInterval(scraping);
		await Promise.all([seen.close(), blind.close()]);
	}
};

export const traces: Bench = async (length) => {
	const collector = await openCollector();
	const env = {
		OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
		OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
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

/** Votes a second, and processor time of the server for a vote, which other load on the machine disturbs less. */
async function compare(seen: Side, blind: Side, length: Length): Promise<Result> {
	const cpu: Record<string, number[]> = { seen: [], blind: [] };
	const contestant = (name: string, side: Side) => async () => {
		const before = side.serverCpuSeconds();
		const { perSecond, good } = await loadVotes(side.address, USUAL, {
			connections: CONNECTIONS,
			seconds: length.seconds,
		});
		cpu[name]?.push(((side.serverCpuSeconds() - before) * 1e6) / good);
		return perSecond;
	};
	const rates = await inRounds(
		{ seen: contestant('seen', seen), blind: contestant('blind', blind) },
		{ ...length, rounds: length.rounds * 5 },
	);
	return {
		metrics: {
			load: `${loadTool}, ${CONNECTIONS} connections`,
			votes_per_second_seen: median(rates['seen']),
			votes_per_second_blind: median(rates['blind']),
			server_cpu_us_per_vote_seen: median(cpu['seen']),
			server_cpu_us_per_vote_blind: median(cpu['blind']),
		},
		ratios: {
			votes_seen_vs_blind: ratio(rates['seen'], rates['blind']),
			votes_per_server_cpu_seen_vs_blind: ratio(cpu['blind'], cpu['seen']),
		},
	};
}
