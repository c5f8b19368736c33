/** Terms of service. Every number in it is a promise that the code keeps. */
import { useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { AGE_MIN_YEARS } from '#contract/values/constants.ts';
import { LegalPage, LegalSection } from '../features/legal/legal-page.tsx';
import { ContactMail } from '../lib/elements/contact-mail.tsx';
import { useProductName } from '../lib/site/get-site.ts';
import { paths } from '../paths.ts';

export default function TermsOfServicePage() {
	const { t } = useLingui();
	const product = useProductName();
	return (
		<LegalPage
			title={t`Terms of Service`}
			lead={
				<p>
					These terms are the agreement between you and the people who run {product}. They say what you can do here,
					what gems and votes are, and what we owe each other. Please read them before you register: you accept them
					with the box on the registration page, and only there. Visitors who only look around need no account.
				</p>
			}
		>
			<LegalSection id="service" title="What we offer">
				<p>
					{product} is a fan-voting site. It shows charts of artists with their vote counts, pages about artists, and
					news. Registered fans spend gems on votes, receive gems for a daily check-in, and may buy gems.
				</p>
				<p>
					Charts say how many votes were cast here. They are no measure of sales, streams or merit, and no artist,
					agency or label has to take part in them or agree with them.
				</p>
			</LegalSection>
			<LegalSection id="account" title="Your account">
				<p>
					You must be at least {AGE_MIN_YEARS} years old to register. If the law of your country asks for a parent’s
					consent at your age, you need that consent too.
				</p>
				<ul>
					<li>You sign in with an account of a sign-on provider (Google or LINE). We never see your password there.</li>
					<li>
						Give a contact email that reaches you, a nickname that insults nobody and pretends to be nobody else, and
						the country you live in.
					</li>
					<li>One person, one account. Accounts cannot be sold, lent or given away.</li>
					<li>
						Whoever is signed in with your account acts in your name. Tell us at once when you think that somebody else
						is.
					</li>
				</ul>
			</LegalSection>
			<LegalSection id="gems" title="Gems">
				<p>
					Gems are a right to cast votes on this site. They are not money, bear no interest, cannot be exchanged for
					money or goods, and cannot be passed on to another person.
				</p>
				<ul>
					<li>Earned gems come from the daily check-in and other rewards. Bought gems come from the store.</li>
					<li>Your account page shows both numbers and their sum. A vote spends earned gems first.</li>
					<li>
						Every change of your balance is an entry in a record that nobody can edit. Gem Records shows the entries of
						the last seven days.
					</li>
					<li>When an account is closed, by you or under section 7, its unused gems lapse, earned and bought alike.</li>
				</ul>
			</LegalSection>
			<LegalSection id="votes" title="Votes">
				<ul>
					<li>Each chart tells how many gems a vote costs in it, and when it begins and ends.</li>
					<li>
						A vote counts when our database has accepted it before the chart’s end. Its clock decides, not the clock of
						your device.
					</li>
					<li>A vote that has been counted is final. It cannot be moved to another artist or taken back.</li>
					<li>
						When votes are level, the artist who reached that number first stands ahead; after a chart has ended there
						is a time of review before the result is final.
					</li>
					<li>
						Votes cast by programs, with stolen accounts or stolen cards, or through a fault of the site are voided: the
						count goes down by a correction that stays on record. Gems come back to you in full where the cause was a
						stolen account or our own error. If votes are found to have been voided wrongly, they count again and their
						gems are taken again: a gem pays for one vote. Gems that you have spent since are then owed, and a balance
						below zero has to be settled before you can vote again.
					</li>
				</ul>
			</LegalSection>
			<LegalSection id="payment" title="Buying gems">
				<p>
					Gems are paid for by credit card, at the price that is shown when you order. The payment is handled by a
					payment provider; we never receive your card number. Gems are added to your account as soon as the provider
					confirms the payment.
				</p>
				<ul>
					<li>
						<strong>Billing errors.</strong> If you were charged wrongly, twice, or without receiving your gems, report
						it to <ContactMail /> within 14 days of the charge. We correct what was our error.
					</li>
					<li>
						<strong>Refunds.</strong> A refund covers those gems of an order that have not been spent. The gems of that
						order that are left, its bonus gems included, are taken back with it.
					</li>
					<li>
						<strong>Disputed payments.</strong> If a payment is taken back through your bank, we take back the gems it
						bought. A balance that falls below zero by this has to be settled before you can vote again.
					</li>
				</ul>
				<p>Rights that the law of your country gives consumers, such as rights of withdrawal, stay untouched.</p>
			</LegalSection>
			<LegalSection id="rules" title="Fair play">
				<p>You agree not to</p>
				<ul>
					<li>vote or check in by scripts, bots or other programs, or from accounts made for that purpose;</li>
					<li>buy or sell votes, gems or accounts;</li>
					<li>use another person’s account, card or identity;</li>
					<li>look for ways around limits, prices or closing times, or disturb the site for others;</li>
					<li>copy texts and pictures from the site beyond what the law allows you to quote.</li>
				</ul>
				<p>Found a weak spot? Write to us before you tell others; we are glad about every such report.</p>
			</LegalSection>
			<LegalSection id="suspension" title="Suspension and closing">
				<p>
					We may suspend an account that breaks these terms, for as long as it takes to find out what happened. We tell
					you why, and you may object by mail; a person looks at it again. Serious or repeated breaches close the
					account.
				</p>
				<p>
					You may close your account whenever you like, with the button on{' '}
					<Link to={paths.editProfile}>Edit Profile</Link> or by writing to <ContactMail />. Your personal data are then
					deleted within 30 days, as the <Link to={paths.privacy}>Privacy Policy</Link> describes. Votes that were
					counted stay in their charts.
				</p>
			</LegalSection>
			<LegalSection id="pictures-and-names" title="Texts, pictures and names">
				<p>
					What you see here belongs to us or to those who gave us the right to show it. Artists’ names and pictures
					belong to their owners. If something here hurts a right of yours, write to <ContactMail /> with a link and the
					reason: we look at it and take it down where you are right.
				</p>
			</LegalSection>
			<LegalSection id="support" title="Support">
				<p>
					Write to <ContactMail />. We answer within 48 hours. For payments, please name the order number; for votes,
					the chart, the artist and the time.
				</p>
			</LegalSection>
			<LegalSection id="liability" title="What we answer for">
				<p>
					We take care that the site works and that every vote is counted once. We cannot promise that it is never
					interrupted. A chart ends at its time even so. If an outage of ours keeps fans from voting, we say so on the
					status page, and may make good the gems of votes that reached us and failed.
				</p>
				<p>
					We are liable without limit for intent, gross negligence and harm to life and health. Otherwise we are liable
					for the breach of essential duties, up to the damage that is typical and foreseeable. Mandatory law of the
					country you live in stays untouched.
				</p>
			</LegalSection>
			<LegalSection id="changes" title="Changes of these terms">
				<p>
					When we change these terms, we give notice on the site at least 7 days before the change takes effect, with
					the new text and what is different. If you do not agree, you may close your account before that day. The rules
					of a chart do not change to anybody’s disadvantage while it is open.
				</p>
			</LegalSection>
			<LegalSection id="law" title="Law">
				<p>
					The law of the country in which {product}’s operator is established applies, and its courts decide, as far as
					the law of the country you live in does not protect you better. If one sentence of these terms is void, the
					others hold.
				</p>
			</LegalSection>
		</LegalPage>
	);
}
