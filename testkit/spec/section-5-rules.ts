/** Section 5: validation rules. */
import { rows } from './row.ts';

export const rules = rows(5, [
	[1, "Vote amount: positive integer, digits, not starting with 0: 'Please input a positive integer number'"],
	[2, "Vote amount: 'Please input the number of votes' when zero"],
	[3, "Vote amount: 'There is not enough gem. Click get more button!' when it costs more than the balance"],
	[4, 'A vote is not submitted if an error shows or the amount is empty'],
	[5, 'A vote is not submitted while a submission is in progress'],
	[6, 'Quick picks +1, +10, +100 and Max'],
	[7, 'Max is the floor of balance divided by ratio'],
	[8, "Shown as '1 vote = N gems'"],
	[9, "Profile edit: 'Please enter your email'"],
	[10, "Profile edit: 'Please enter a valid email address'"],
	[11, "Profile edit: 'Please enter your nickname'"],
	[12, 'Profile edit: checked on blur and on save'],
	[13, 'Registration: same email and nickname rules, with a simple x@y.z pattern'],
	[14, "Registration: 'Please select your country'"],
	[15, 'Registration: checked on blur and submit'],
	[16, "Registration: 'You must be at least 14 years old', otherwise toast 'Please agree to the terms of service'"],
	[17, "Registration: acceptance of terms and privacy, otherwise 'Please agree to the privacy policy'"],
	[18, 'A missing artist_id, news_id or trade_no raises an error: required parameter was null or undefined'],
	[19, 'The vote call requires body and ranking_key'],
	[20, 'complete-registration and update-my-info require body'],
	[21, 'Artist search is substring, case-insensitive'],
	[22, 'News search is substring, case-insensitive'],
]);
