/** Previews a text as fans will get it: sanitized by the server, in a sandboxed frame without permissions. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { previewHtml } from '#contract/operator/news.ts';
import { Button } from '#ui/primitives/button.tsx';
import { FieldError } from '#ui/primitives/form-field.tsx';
import { call } from '../api/call.ts';
import { useErrorText } from '../api/error-text.ts';
import { FanFrame } from '../preview/fan-frame.tsx';

export function HtmlPreview({ raw }: { raw: string }) {
	const { t } = useLingui();
	const textOf = useErrorText();
	const preview = useMutation({ mutationFn: () => call(previewHtml, { body: { raw } }) });
	return (
		<>
			<Button variant="quiet" busy={preview.isPending} onClick={() => preview.mutate()}>
				<Trans>Preview</Trans>
			</Button>
			{preview.error ? <FieldError>{textOf(preview.error)}</FieldError> : null}
			{preview.data && (
				<FanFrame padded title={t`As fans see it`} body={`<div class="prose">${preview.data.html}</div>`} />
			)}
		</>
	);
}
