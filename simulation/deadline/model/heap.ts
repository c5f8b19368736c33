/** Items in the order of a number. Items with equal numbers keep the order in which they were added. */

export interface Heap<Item> {
	size(): number;
	add(key: number, item: Item): void;
	/** Returns the smallest key; Infinity if the heap is empty. */
	first(): number;
	/** Removes and returns the item with the smallest key. */
	take(): Item | undefined;
}

interface Node<Item> {
	key: number;
	/** Position in the order of adding: a run with the same seed must repeat itself. */
	order: number;
	item: Item;
}

export function openHeap<Item>(): Heap<Item> {
	const nodes: Node<Item>[] = [];
	let added = 0;

	function rise(node: Node<Item>): void {
		let at = nodes.length - 1;
		while (at > 0) {
			const above = (at - 1) >> 1;
			const parent = nodes[above] as Node<Item>;
			if (isBefore(parent, node)) break;
			nodes[at] = parent;
			at = above;
		}
		nodes[at] = node;
	}

	function sink(node: Node<Item>): void {
		let at = 0;
		for (;;) {
			let below = 2 * at + 1;
			if (below >= nodes.length) break;
			if (below + 1 < nodes.length && isBefore(nodes[below + 1] as Node<Item>, nodes[below] as Node<Item>)) below += 1;
			const child = nodes[below] as Node<Item>;
			if (isBefore(node, child)) break;
			nodes[at] = child;
			at = below;
		}
		nodes[at] = node;
	}

	return {
		size: () => nodes.length,
		add(key, item) {
			const node = { key, order: added, item };
			added += 1;
			nodes.push(node);
			rise(node);
		},
		first: () => nodes[0]?.key ?? Infinity,
		take() {
			const top = nodes[0];
			const last = nodes.pop();
			if (last && last !== top) sink(last);
			return top?.item;
		},
	};
}

const isBefore = <Item>(one: Node<Item>, other: Node<Item>): boolean =>
	one.key < other.key || (one.key === other.key && one.order < other.order);
