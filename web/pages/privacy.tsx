/** Privacy policy. It describes exactly what the code does, so change both together. */
import { useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { AGE_MIN_YEARS } from '#contract/values/constants.ts';
import { LegalPage, LegalSection } from '../features/legal/legal-page.tsx';
import { ContactMail } from '../lib/elements/contact-mail.tsx';
import { useProductName } from '../lib/site/get-site.ts';
import { paths } from '../paths.ts';

export default function PrivacyPolicyPage() {
	const { t } = useLingui();
	const product = useProductName();
	return (
		<LegalPage
			title={t`Privacy Policy`}
			lead={
				<p>
					{product} collects what it needs to let one person vote as one person, and nothing to sell. There are no
					advertisements, no trackers of others and no profiles of what you like. This page says what is kept, why, for
					how long, and how you get it deleted.
				</p>
			}
		>
			<LegalSection id="data" title="What we keep about you">
				<ul>
					<li>
						<strong>From your sign-on provider</strong> (Google or LINE), when you sign in: the number by which the
						provider knows you, your name, your email address where the provider gives it, and your picture. We make our
						own copy of the picture, so that the provider does not learn when it is looked at. We never get your
						password.
					</li>
					<li>
						<strong>From you,</strong> when you register: contact email, nickname and country, and that you accepted the
						terms and are at least {AGE_MIN_YEARS} years old.
					</li>
					<li>
						<strong>From what you do:</strong> gems received and spent, check-ins, votes with their time, and orders.
					</li>
					<li>
						<strong>With each session:</strong> the country it came from and a keyed hash of the network address,
						shortened to its neighborhood before it is hashed. The key changes regularly. Both are deleted after 90
						days. They let us notice one person behind many accounts without keeping anybody’s address.
					</li>
					<li>
						<strong>With a payment:</strong> order number, amount, time and the payment provider’s reference. Card
						numbers go to the payment provider and never reach us.
					</li>
				</ul>
			</LegalSection>
			<LegalSection id="purpose" title="What we use it for">
				<ul>
					<li>to sign you in, keep your gems and count your votes (our agreement with you);</li>
					<li>to keep voting fair, find fraud and protect accounts (our and all fans’ legitimate interest);</li>
					<li>to handle payments and keep the records that tax law demands (legal duty);</li>
					<li>to answer when you write to us.</li>
				</ul>
				<p>
					We do not sell personal data, do not use it for advertising, and make no decision about you by a program
					alone: a suspension is looked at by a person when you object.
				</p>
			</LegalSection>
			<LegalSection id="seen" title="What others see">
				<p>
					Charts show how many votes an artist has, not who cast them. Every vote is also a line in a public list that
					is kept for good: artist, number, kind of gems, second, and a random code that stands for you in this one
					ranking. Somebody who knows at which second you voted may guess which line is yours, and by like times,
					numbers and gems, which lines of several rankings belong together. Your nickname, email, country and balance
					are shown to you alone.
				</p>
			</LegalSection>
			<LegalSection id="device" title="What is kept on your device">
				<p>Nothing that follows you elsewhere:</p>
				<ul>
					<li>your session token, until you log out, for 30 days after your last visit, and for 180 days at most;</li>
					<li>
						a secret number and the receipt of each of your votes, so that none is cast twice and you can prove which
						are yours;
					</li>
					<li>the keys of the public lists and their witnesses that it saw first, so that you notice a change;</li>
					<li>which pop-up you closed on which day, and whether you like it dark or light;</li>
					<li>your artists, and the last charts that it showed, for when none can be loaded;</li>
					<li>for the few minutes of a sign-in, a cookie that ties it to your browser.</li>
				</ul>
				<p>All of it is needed for what you asked for, which is why there is no cookie banner.</p>
			</LegalSection>
			<LegalSection id="sharing" title="Who else gets it">
				<p>
					The sign-on provider you choose learns that you sign in here. The payment provider gets what it needs for the
					payment. Our hosting provider stores the data on our behalf and under contract. Authorities get data only
					where the law forces us to give it.
				</p>
				<p>
					Some of them may work in other countries than yours. Where the law asks for safeguards, such as standard
					contractual clauses, we agree on them.
				</p>
			</LegalSection>
			<LegalSection id="retention" title="How long we keep it">
				<ul>
					<li>Account data: until you have your account deleted.</li>
					<li>Sessions: until you log out, 30 days after the last use, or 180 days after you logged in.</li>
					<li>Country and network hash of a session: 90 days.</li>
					<li>Records of gems and votes: for good, after a deletion under a number instead of your name.</li>
					<li>Payment records: as long as tax and commercial law demand.</li>
				</ul>
			</LegalSection>
			<LegalSection id="deletion" title="Deletion">
				<p>
					Press “Delete my account” on Edit Profile, or write to <ContactMail /> from the email of your account, and we
					delete it. A deletion is processed within 30 days. Your identity, contact data, picture and sessions are
					erased. The key behind your random codes in the public list is deleted too: your votes stay there, and from
					the list nobody can tell whose they were.
				</p>
				<p>
					What stays: the entries of the gem and vote records under a number instead of your name, so that counts and
					books stay right, and payment records for their legal time. If you have paid, your payments stand under the
					same number, and the payment provider knows who paid: with our records, your votes could be linked to you
					until the provider has deleted your payment data, which we ask for when their legal time is over. Unused gems
					lapse.
				</p>
			</LegalSection>
			<LegalSection id="rights" title="Your rights">
				<p>
					You may ask what we keep about you, get a copy of it, have it corrected, deleted or restricted, and object to
					its use. Nickname and contact email you can change yourself on Edit Profile; for everything else write to{' '}
					<ContactMail />. We answer within 48 hours, and you may complain to the data protection authority of your
					country at any time.
				</p>
			</LegalSection>
			<LegalSection id="children" title="Children">
				<p>
					{product} is for people of at least {AGE_MIN_YEARS} years. We do not knowingly keep data of younger children.
					If your child has registered, write to us and we delete the account.
				</p>
			</LegalSection>
			<LegalSection id="security" title="How we protect it">
				<p>
					Connections are encrypted. Session tokens are stored only as hashes, log files do not contain them, and
					logging out ends the session on our side too. Those who run the site see personal data only where their work
					needs it. If something goes wrong that puts you at risk, we tell you and the authority without delay.
				</p>
			</LegalSection>
			<LegalSection id="changes" title="Changes of this policy">
				<p>
					When we change this policy, we give notice on the site at least 15 days before the change takes effect, with
					the new text and what is different. What the <Link to={paths.terms}>Terms of Service</Link> say about changes
					of the terms is separate from this.
				</p>
			</LegalSection>
			<LegalSection id="contact" title="Contact">
				<p>
					The operator of {product} is responsible for your data. For every question about it, and for every right
					above: <ContactMail />.
				</p>
			</LegalSection>
		</LegalPage>
	);
}
