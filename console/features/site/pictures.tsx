/** The two pictures of a thing: on phones and on wide screens. */
import { Trans, useLingui } from '@lingui/react/macro';
import type { Draft } from '../../lib/form/editable.ts';
import { type Picture, PictureField } from '../../lib/media/picture-field.tsx';
import { FanFrame, markup, wideAddress } from '../../lib/preview/fan-frame.tsx';

type Shape = [width: number, height: number];

interface PairValues {
	media_id: Picture | null;
	pc_media_id: Picture | null;
}

interface PicturePairProps<Values extends PairValues> {
	draft: Draft<Values>;
	shapes: { phone: Shape; wide: Shape };
	readOnly: boolean;
}

export function PicturePair<Values extends PairValues>({ draft, shapes, readOnly }: PicturePairProps<Values>) {
	const { t } = useLingui();
	const { field } = draft as unknown as Draft<PairValues>;
	return (
		<>
			<PictureField label={t`Picture for phones`} shape={shapes.phone} disabled={readOnly} {...field('media_id')} />
			<PictureField
				label={t`Picture for wide screens`}
				shape={shapes.wide}
				disabled={readOnly}
				{...field('pc_media_id')}
			/>
		</>
	);
}

interface PreviewProps {
	phone: Picture | null;
	wide: Picture | null;
	alt: string;
}

export function ViewPreview(props: PreviewProps) {
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

export function PicturePreview({ phone, wide, alt }: PreviewProps) {
	const { t } = useLingui();
	return (
		<>
			{phone ? <FanFrame title={t`As fans see it on a phone`} body={pictureOf(phone, alt)} /> : null}
			{wide ? <FanFrame wide title={t`As fans see it on a wide screen`} body={pictureOf(wide, alt)} /> : null}
		</>
	);
}

const pictureOf = ({ url }: Picture, alt: string) => markup('img', { src: wideAddress(url), alt, width: '1280' });
