/** The two pictures of a thing that fans see on phones and on wide screens. */
import { useLingui } from '@lingui/react/macro';
import type { Draft } from '../../lib/form/use-draft.ts';
import { type Picture, PictureField } from '../../lib/media/picture-field.tsx';

interface PairValues {
	picture: Picture | null;
	pc_picture: Picture | null;
}

type Shape = [width: number, height: number];

interface Props<Values extends PairValues> {
	draft: Draft<Values>;
	shapes: { phone: Shape; wide: Shape };
	readOnly: boolean;
}

export function PicturePair<Values extends PairValues>({ draft, shapes, readOnly }: Props<Values>) {
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
