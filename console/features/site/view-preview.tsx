/** Previews a picture page on a phone and on a wide screen. */
import { Trans, useLingui } from '@lingui/react/macro';
import type { Picture } from '../../lib/media/picture-field.tsx';
import { FanFrame } from '../../lib/preview/fan-frame.tsx';

interface Props {
	phone: Picture | null;
	wide: Picture | null;
	alt: string;
}

export function ViewPreview({ phone, wide, alt }: Props) {
	const { t } = useLingui();
	if (!phone && !wide) return null;
	return (
		<>
			<h3>
				<Trans>As fans see it</Trans>
			</h3>
			{phone ? <FanFrame title={t`As fans see it on a phone`} body={pictureOf(phone, alt)} /> : null}
			{wide ? <FanFrame wide title={t`As fans see it on a wide screen`} body={pictureOf(wide, alt)} /> : null}
		</>
	);
}

function pictureOf({ url }: Picture, alt: string): string {
	const image = document.createElement('img');
	image.src = url.replace(/\/\d+\.webp$/, '/1280.webp');
	image.alt = alt;
	image.width = 1280;
	return image.outerHTML;
}
