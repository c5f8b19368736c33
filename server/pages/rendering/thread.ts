/** Renders pages, one after the other, with what the build has made of web/entry-server.tsx. */
import { parentPort, workerData } from 'node:worker_threads';
import type { PageToRender, RenderedPage } from './renderer.ts';

const { openRenderer } = (await import(String(workerData))) as {
	openRenderer: () => Promise<(page: PageToRender) => RenderedPage>;
};
const render = await openRenderer();

parentPort?.on('message', (page: PageToRender) => {
	try {
		parentPort?.postMessage({ rendered: render(page) });
	} catch (error) {
		parentPort?.postMessage({ error });
	}
});
