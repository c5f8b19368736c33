/** Renders pages, one after the other, with what the build has made of web/entry-server.tsx. */
import { parentPort, workerData } from 'node:worker_threads';
import type { PageToRender, RenderedPage } from './renderer.ts';

// Node's own storage would be one for all visitors. Without it nothing is kept, as in a browser that blocks storage.
for (const name of ['localStorage', 'sessionStorage']) Reflect.deleteProperty(globalThis, name);

const { openRenderer } = (await import(String(workerData))) as {
	openRenderer: () => Promise<(page: PageToRender) => RenderedPage>;
};
const render = await openRenderer();

parentPort?.on('message', (page: string) => {
	try {
		parentPort?.postMessage({ rendered: render(JSON.parse(page) as PageToRender) });
	} catch (error) {
		parentPort?.postMessage({ error });
	}
});
