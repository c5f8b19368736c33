/** The mail address that operators set, or words that say where to find it. */
import { Trans } from '@lingui/react/macro';
import { useSite } from '../../../lib/site/get-site.ts';

export function SupportMail() {
	const mail = useSite()?.contact_mail;
	return mail ? <a href={`mailto:${mail}`}>{mail}</a> : <Trans>the address at the foot of the page</Trans>;
}
