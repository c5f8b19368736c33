/** Shows the mail address that operators set or, without one, text that says where to find it. */
import { useSite } from '../../lib/site/get-site.ts';

export function ContactMail() {
	const mail = useSite()?.contact_mail;
	return mail ? <a href={`mailto:${mail}`}>{mail}</a> : <>the address at the foot of every page</>;
}
