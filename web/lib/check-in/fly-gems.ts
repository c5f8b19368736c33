/** Gems fly from a claim to the balance in the header. Decoration: nobody has to see it. */

const GEMS = 7;
const FLIGHT_MS = 750;
const GAP_MS = 55;

export function flyGems(start: DOMRect): void {
	const pill = document.querySelector('.gem-pill');
	const gem = pill?.querySelector('.gem-icon');
	if (!pill || !gem || window.matchMedia('(prefers-reduced-motion: reduce)').matches) return;
	const end = gem.getBoundingClientRect();
	const from = { x: start.x + start.width / 2, y: start.y + start.height / 2 };
	for (let index = 0; index < GEMS; index += 1) {
		const flying = gem.cloneNode(true) as SVGElement;
		Object.assign(flying.style, {
			position: 'fixed',
			left: `${end.x}px`,
			top: `${end.y}px`,
			zIndex: '30',
			pointerEvents: 'none',
		});
		document.body.append(flying);
		const side = (index - (GEMS - 1) / 2) * 14;
		const [dx, dy] = [from.x - end.x, from.y - end.y];
		const flight = flying.animate(
			[
				{ transform: `translate(${dx}px, ${dy}px) scale(0.4)`, opacity: 0 },
				{ transform: `translate(${dx + side}px, ${dy - 40}px) scale(1.7)`, opacity: 1, offset: 0.25 },
				{ transform: 'none', opacity: 1 },
			],
			{ duration: FLIGHT_MS, delay: index * GAP_MS, easing: 'cubic-bezier(0.5, 0, 0.2, 1)', fill: 'backwards' },
		);
		flight.finished.then(
			() => flying.remove(),
			() => flying.remove(),
		);
	}
	const arrival = FLIGHT_MS + GAP_MS;
	pill.animate([{ scale: 1 }, { scale: 1.14 }, { scale: 1 }], { duration: 420, delay: arrival });
}
