/** A plot in the looks of the site, at the width of its container. */
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';

interface Looks {
	/** Value of a token of the style sheet. */
	ink: (token: string) => string;
	axis: uPlot.Axis;
}

/** Returns a function that removes the plot. */
export function drawPlot(
	element: HTMLElement,
	height: number,
	data: uPlot.AlignedData,
	optionsOf: (looks: Looks) => Omit<uPlot.Options, 'width' | 'height'>,
): () => void {
	const style = getComputedStyle(element);
	const ink = (token: string) => style.getPropertyValue(token).trim();
	const axis = { stroke: ink('--tx3'), grid: { stroke: ink('--line'), width: 1 }, ticks: { show: false } };
	const width = Math.max(element.clientWidth, 200);
	const plot = new uPlot({ width, height, legend: { show: false }, ...optionsOf({ ink, axis }) }, data, element);
	const observer = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height }));
	observer.observe(element);
	return () => {
		observer.disconnect();
		plot.destroy();
	};
}
