/** Text with headings, lists, links and pictures, written as fans will see it. Loads its editor when first shown. */
import { lazy, useId } from 'react';
import { OptionalPart } from '#ui/optional-part.tsx';
import { Skeleton } from '#ui/primitives/skeleton.tsx';
import { LostPart } from '../elements/lost-part.tsx';
import { HtmlPreview } from './html-preview.tsx';

const RichTextEditor = lazy(() => import('./rich-text-editor.tsx'));

export interface RichTextFieldProps {
	label: string;
	/** HTML as the operator wrote it. */
	value: string;
	onChange: (html: string) => void;
	disabled?: boolean;
}

export function RichTextField({ label, value, onChange, disabled = false }: RichTextFieldProps) {
	const id = useId();
	return (
		<div className="form-field">
			<span className="rich-text-label" id={id}>
				{label}
			</span>
			<OptionalPart waiting={<Skeleton className="rich-text-skeleton" />} instead={<LostPart />}>
				<RichTextEditor labelId={id} value={value} onChange={onChange} disabled={disabled} />
			</OptionalPart>
			<HtmlPreview raw={value} />
		</div>
	);
}
