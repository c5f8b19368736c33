import { Trans } from '@lingui/react/macro';
import { useSite } from '../site/get-site.ts';

export function ContactMail() {
	const mail = useSite()?.contact_mail;
	return mail ? <a href={`mailto:${mail}`}>{mail}</a> : <Trans>the address at the foot of the page</Trans>;
}
