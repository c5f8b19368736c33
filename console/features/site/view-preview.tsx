/** Previews pictures on a phone and on a wide screen. */
import { Trans, useLingui } from '@lingui/react/macro';
import type { Picture } from '../../lib/media/picture-field.tsx';
import { markup, wideAddress } from '../../lib/preview/element.ts';
import { FanFrame } from '../../lib/preview/fan-frame.tsx';

interface Props {
	phone: Picture | null;
	wide: Picture | null;
	alt: string;
}

export function ViewPreview(props: Props) {
	if (!props.phone && !props.wide) return null;
	return (
		<>
			<h3>
				<Trans>As fans see it</Trans>
			</h3>
			<PicturePreview {...props} />
		</>
	);
}

export function PicturePreview({ phone, wide, alt }: Props) {
	const { t } = useLingui();
	return (
		<>
			{phone ? <FanFrame title={t`As fans see it on a phone`} body={pictureOf(phone, alt)} /> : null}
			{wide ? <FanFrame wide title={t`As fans see it on a wide screen`} body={pictureOf(wide, alt)} /> : null}
		</>
	);
}

const pictureOf = ({ url }: Picture, alt: string) => markup('img', { src: wideAddress(url), alt, width: '1280' });
