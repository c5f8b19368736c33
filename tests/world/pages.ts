/** Once per run of the journeys: a browser, and pages that are built. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { findChromium } from '../../scripts/chromium.ts';
import { buildWhenStale, ROOT } from '../../scripts/steps.ts';

declare module 'vitest' {
	interface ProvidedContext {
		chromiumPath: string;
	}
}

export default async function setup(project: TestProject): Promise<void> {
	await buildWhenStale();
	if (!existsSync(join(ROOT, 'dist/web/index.html'))) throw new Error('The pages are not built');
	project.provide('chromiumPath', await findChromium());
}
