/** The picture of goods, or a cluster of gems if the operator has set none. */
import { GemIcon } from '#ui/icons.tsx';
import './goods-art.css';

const GEMS = [1, 3, 5, 7, 9, 12];

/** `tier` is the position of the card, cheapest first. */
export function GoodsArt({ imageUrl, tier }: { imageUrl: string | null; tier: number }) {
	if (imageUrl !== null) {
		return <img className="goods-art" src={imageUrl} alt="" width="400" height="232" loading="lazy" />;
	}
	const count = GEMS[Math.min(tier, GEMS.length - 1)] ?? 1;
	return (
		<span className="goods-art goods-art-cluster" aria-hidden="true">
			{Array.from({ length: count }, (_, gem) => (
				<GemIcon key={gem} />
			))}
		</span>
	);
}
