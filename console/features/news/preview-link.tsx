/** The private link of an article, for people outside who are to read it before it is published. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { endPreviewLink, makePreviewLink, readPreviewLink } from '#contract/operator/news.ts';
import { Button } from '#ui/primitives/button.tsx';
import { ErrorText } from '../../lib/api/error-text.tsx';
import { readOf, useSend } from '../../lib/api/queries.ts';
import { AskFirst } from '../../lib/dialogs/confirm.tsx';
import { useCopy } from '../../lib/elements/copy.ts';
import { useDateTime, useMay, useSignedIn } from '../../lib/session/operator.tsx';

export function PreviewLink({ newsId }: { newsId: number }) {
	const { t } = useLingui();
	const { site } = useSignedIn();
	const may = useMay();
	const dateTime = useDateTime();
	const copy = useCopy();
	const params = { news_id: newsId };
	const { data } = useQuery(readOf(readPreviewLink, { params }));
	const make = useSend(makePreviewLink);
	const end = useSend(endPreviewLink, () => make.reset());
	if (!data || !may(makePreviewLink)) return null;
	const address = make.data ? `${site.origin || location.origin}${make.data.path}` : null;
	const ends = data.ends_time === null ? null : dateTime(data.ends_time);
	return (
		<section className="rows preview-link">
			<h3>{t`Private link`}</h3>
			<p className="quiet">
				{ends === null ? (
					<Trans>Whoever has the link reads the article as it is stored, also as a draft, for seven days.</Trans>
				) : (
					<Trans>There is a link until {ends}.</Trans>
				)}
			</p>
			{address !== null && ends !== null && (
				<p className="cluster">
					<code>{address}</code>
					<Button variant="quiet" onClick={() => void copy(address, t`The address has been copied`)}>
						<Trans>Copy the address</Trans>
					</Button>
				</p>
			)}
			<div className="actions">
				{ends === null ? (
					<Button variant="line" busy={make.isPending} onClick={() => make.mutate({ params })}>
						<Trans>Make a private link</Trans>
					</Button>
				) : (
					<>
						<AskFirst
							label={<Trans>Make a new one</Trans>}
							title={t`Make a new private link?`}
							text={<Trans>The link before it ends at once.</Trans>}
							busy={make.isPending}
							error={make.error}
							onDo={(close) => make.mutate({ params }, { onSuccess: close })}
						/>
						<AskFirst
							label={<Trans>End the link</Trans>}
							title={t`End the private link?`}
							text={<Trans>Whoever opens it finds nothing.</Trans>}
							busy={end.isPending}
							error={end.error}
							onDo={() => end.mutate({ params })}
						/>
					</>
				)}
			</div>
			<ErrorText error={ends === null ? make.error : null} />
		</section>
	);
}
