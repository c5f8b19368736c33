/** The two pictures of a thing that fans see on phones and on wide screens. */
import { Trans, useLingui } from '@lingui/react/macro';
import type { Draft } from '../../lib/form/editable.ts';
import { type Picture, PictureField } from '../../lib/media/picture-field.tsx';
import { FanFrame, markup, wideAddress } from '../../lib/preview/fan-frame.tsx';

interface PairValues {
	picture: Picture | null;
	pc_picture: Picture | null;
}

type Shape = [width: number, height: number];

interface PicturePairProps<Values extends PairValues> {
	draft: Draft<Values>;
	shapes: { phone: Shape; wide: Shape };
	readOnly: boolean;
}

export function PicturePair<Values extends PairValues>({ draft, shapes, readOnly }: PicturePairProps<Values>) {
	const { t } = useLingui();
	const { values, errorOf } = draft;
	const set = (change: Partial<PairValues>) => draft.set(change as Partial<Values>);
	return (
		<>
			<PictureField
				label={t`Picture for phones`}
				shape={shapes.phone}
				error={errorOf('media_id')}
				value={values.picture}
				disabled={readOnly}
				onChange={(picture) => set({ picture })}
			/>
			<PictureField
				label={t`Picture for wide screens`}
				shape={shapes.wide}
				error={errorOf('pc_media_id')}
				value={values.pc_picture}
				disabled={readOnly}
				onChange={(picture) => set({ pc_picture: picture })}
			/>
		</>
	);
}

interface Props {
	phone: Picture | null;
	wide: Picture | null;
	alt: string;
}

/** Previews pictures on a phone and on a wide screen. */
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
