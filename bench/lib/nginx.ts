/** The peer for charts: nginx with one worker, serving the same compressed bytes from a file. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { freePort } from '../../scripts/lib/free-port.ts';
import { isInstalled } from './installed.ts';

export interface Nginx {
	url: string;
	/** The ETag that nginx gives the file, for conditional requests. */
	etag: string;
	stop(): Promise<void>;
}

/** Null where it is not installed. */
export async function startNginx(gzipped: Buffer): Promise<Nginx | null> {
	if (!(await isInstalled('nginx'))) return null;
	const folder = await mkdtemp(join(tmpdir(), 'lightstick-nginx-'));
	// Its worker runs as somebody else.
	await chmod(folder, 0o755);
	await writeFile(join(folder, 'chart.json'), gunzipSync(gzipped));
	await writeFile(join(folder, 'chart.json.gz'), gzipped);
	const port = await freePort();
	await writeFile(join(folder, 'nginx.conf'), configuration(folder, port));
	const child = spawn('nginx', ['-p', folder, '-c', join(folder, 'nginx.conf')], { stdio: 'ignore' });
	const url = `http://127.0.0.1:${port}/chart.json`;
	const etag = await untilServing(url);
	return {
		url,
		etag,
		async stop() {
			child.kill('SIGQUIT');
			await once(child, 'exit');
			await rm(folder, { recursive: true, force: true });
		},
	};
}

const configuration = (folder: string, port: number): string => `
daemon off;
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

async function untilServing(url: string): Promise<string> {
	for (let attempt = 0; attempt < 200; attempt += 1) {
		const response = await fetch(url, { headers: { 'accept-encoding': 'gzip' } }).catch(() => null);
		await response?.arrayBuffer();
		const etag = response?.headers.get('etag');
		if (response?.ok && etag) return etag;
		await new Promise((resolve) => void setTimeout(resolve, 25));
	}
	throw new Error('nginx did not start');
}
