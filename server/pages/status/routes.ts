import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { STATUS_PATH } from '#contract/pages.ts';
import type { Language } from '#contract/values/languages.ts';
import { FILE, encodeAll, encodingFor, headersOfEncoding } from '#server/kernel/prepared.ts';
import { LANGUAGE_VARY, languageOf } from '#server/languages/language.ts';
import type { StatusReport } from '#server/status/status.ts';
import { renderStatus } from './render.ts';

export const STATUS_DOCUMENT = 'status.html';

type Bodies = ReturnType<typeof encodeAll>;

export async function serveStatus(app: FastifyInstance, built: string, readStatus: () => Promise<StatusReport>) {
	const file = join(built, STATUS_DOCUMENT);
	if (!existsSync(file)) return;
	const document = await readFile(file, 'utf8');
	const last = new Map<Language, { report: StatusReport; bodies: Bodies }>();

	async function bodiesIn(language: Language): Promise<Awaited<Bodies>> {
		const report = await readStatus();
		const known = last.get(language);
		if (known?.report === report) return known.bodies;
		const bodies = encodeAll(renderStatus(document, report.status, report.site, language));
		last.set(language, { report, bodies });
		return bodies;
	}

	app.get(STATUS_PATH, FILE, async (request, reply) => {
		const language = languageOf(request);
		const encoding = encodingFor(request.headers['accept-encoding']);
		const bodies = await bodiesIn(language);
		void reply.headers({
			...headersOfEncoding(encoding),
			'content-language': language,
			'cache-control': 'no-cache',
			vary: `accept-encoding, ${LANGUAGE_VARY}`,
		});
		return reply.type('text/html; charset=utf-8').send(bodies[encoding]);
	});
}
