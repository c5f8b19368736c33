/**
 * A chart of 200 artists, whole and as "nothing new": from our process, through nginx as deploy/nginx configures it, and from
 * nginx that serves the same bytes from disk.
 */
import { get } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { median } from '../testkit/quantile.ts';
import { openGround, RANKING } from './lib/ground.ts';
import { loadReads } from './lib/load.ts';
import { startFileServer, startShippedNginx } from './lib/nginx.ts';
import { inRounds, ratio, type Bench, type Contestants } from './lib/report.ts';
import { startOurs } from './lib/servers.ts';

const CONNECTIONS = 64;
const GZIP = { 'accept-encoding': 'gzip' };
const TRUSTED = { TRUST_PROXY: '127.0.0.1' };

export const charts: Bench = async (length) => {
	const ground = await openGround();
	const server = await startOurs(await ground.database('ours'), TRUSTED);
	const path = `/api/v1/rankings/detail?ranking_key=${RANKING}`;
	const { bytes, etag } = await readChart(server.address + path);
	const [shipped, disk] = [await startShippedNginx(server.address), await startFileServer(bytes)];
	try {
		const load =
			(url: string, headers: Record<string, string> = {}) =>
			async () =>
				(await loadReads(url, { ...GZIP, ...headers }, { connections: CONNECTIONS, seconds: length.seconds }))
					.perSecond;
		const contestants: Contestants = {
			charts: load(server.address + path),
			not_modified: load(server.address + path, { 'if-none-match': etag }),
		};
		if (shipped && disk) {
			contestants['behind_nginx'] = load(shipped.url + path);
			contestants['nginx'] = load(disk.url);
			contestants['nginx_not_modified'] = load(disk.url, { 'if-none-match': disk.etag });
		}
		const measured = await inRounds(contestants, length);
		const rates = Object.entries(measured).map(([name, values]) => [`${name}_per_second`, median(values)]);
		return {
			metrics: {
				load: `wrk, ${CONNECTIONS} connections`,
				chart_bytes_gzip: bytes.length,
				...Object.fromEntries(rates),
			},
			ratios: {
				chart_vs_nginx: ratio(measured['charts'], measured['nginx']),
				chart_behind_nginx_vs_nginx: ratio(measured['behind_nginx'], measured['nginx']),
				not_modified_vs_nginx: ratio(measured['not_modified'], measured['nginx_not_modified']),
			},
		};
	} finally {
		await disk?.stop();
		await shipped?.stop();
		await server.terminate();
		await ground.close();
	}
};

/** The bytes as they travel: fetch would unpack them. */
function readChart(url: string): Promise<{ bytes: Buffer; etag: string }> {
	return new Promise((resolve, reject) => {
		get(url, { headers: GZIP }, (response) => {
			buffer(response).then((bytes) => resolve({ bytes, etag: String(response.headers.etag) }), reject);
		}).on('error', reject);
	});
}
