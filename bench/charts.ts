/**
 * A chart of 200 artists, whole and as "nothing new": from our process, through nginx as deploy/nginx configures it, and from
 * nginx that serves the same bytes from disk.
 */
import { get } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { median } from '../testkit/quantile.ts';
import { openGround, RANKING } from './lib/ground.ts';
import { loadReads } from './lib/load.ts';
import { inRounds, ratio, type Bench, type Contestants } from './lib/report.ts';
import { startOurs } from './lib/servers.ts';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { freePort } from '../scripts/lib/free-port.ts';
import { canRunNginx, nginxFolder, runNginx, startShippedNginx } from '../testkit/nginx.ts';

const CONNECTIONS = 64;
const GZIP = { 'accept-encoding': 'gzip' };
const TRUSTED = { TRUST_PROXY: '127.0.0.1' };

export const charts: Bench = async (length) => {
	await using closing = new AsyncDisposableStack();
	const ground = closing.use(await openGround());
	const server = closing.adopt(await startOurs(await ground.database('ours'), TRUSTED), (one) => one.kill());
	const path = `/api/v1/rankings/detail?ranking_key=${RANKING}`;
	const { bytes, etag } = await readChart(server.address + path);
	const load =
		(url: string, headers: Record<string, string> = {}) =>
		async () =>
			(await loadReads(url, { ...GZIP, ...headers }, { connections: CONNECTIONS, seconds: length.seconds })).perSecond;
	const contestants: Contestants = {
		charts: load(server.address + path),
		not_modified: load(server.address + path, { 'if-none-match': etag }),
	};
	if (await canRunNginx()) {
		const port = Number(new URL(server.address).port);
		const shipped = closing.use(await startShippedNginx([port], { bufferedLog: true }));
		const disk = closing.use(await startFileServer(bytes));
		contestants['behind_nginx'] = load(shipped.address + path);
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
};

/** The bytes as they travel: fetch would unpack them. */
function readChart(url: string): Promise<{ bytes: Buffer; etag: string }> {
	return new Promise((resolve, reject) => {
		get(url, { headers: GZIP }, (response) => {
			buffer(response).then((bytes) => resolve({ bytes, etag: String(response.headers.etag) }), reject);
		}).on('error', reject);
	});
}

/** The peer: nginx with one worker, which serves the same compressed bytes from a file. */
async function startFileServer(gzipped: Buffer) {
	const folder = await nginxFolder();
	await writeFile(join(folder, 'chart.json'), gunzipSync(gzipped));
	await writeFile(join(folder, 'chart.json.gz'), gzipped);
	const port = await freePort();
	await writeFile(join(folder, 'nginx.conf'), configuration(folder, port));
	const url = `http://127.0.0.1:${port}/chart.json`;
	const close = await runNginx(folder, url);
	return { url, etag: (await readChart(url)).etag, [Symbol.asyncDispose]: close };
}

const configuration = (folder: string, port: number): string => `
worker_processes 1;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log;
events { worker_connections 4096; }
http {
	access_log off;
	default_type application/json;
	sendfile on;
	tcp_nopush on;
	keepalive_requests 1000000000;
	client_body_temp_path ${folder}/body;
	proxy_temp_path ${folder}/proxy;
	fastcgi_temp_path ${folder}/fastcgi;
	uwsgi_temp_path ${folder}/uwsgi;
	scgi_temp_path ${folder}/scgi;
	server {
		listen 127.0.0.1:${port};
		root ${folder};
		gzip_static on;
		add_header Cache-Control "public, max-age=0, s-maxage=1";
	}
}
`;
