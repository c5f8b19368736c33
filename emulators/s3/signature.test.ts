import { expect, it } from 'vitest';
import { refusalOf, type SignedRequest } from './signature.ts';

/** The example of Amazon's own description of the signature. */
const keys = { accessKeyId: 'AKIAIOSFODNN7EXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY' };
const now = Date.parse('2013-05-24T00:00:00Z');
const request: SignedRequest = {
	method: 'GET',
	url: '/test.txt',
	headers: {
		host: 'examplebucket.s3.amazonaws.com',
		range: 'bytes=0-9',
		'x-amz-content-sha256': 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
		'x-amz-date': '20130524T000000Z',
		authorization:
			'AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,' +
			'SignedHeaders=host;range;x-amz-content-sha256;x-amz-date,' +
			'Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
	},
	body: new Uint8Array(),
};

it('takes the signature that Amazon’s description ends with', () => {
	expect(refusalOf(request, keys, now)).toBeNull();
});

it.each([
	['another path', { ...request, url: '/other.txt' }, 'SignatureDoesNotMatch'],
	['another method', { ...request, method: 'DELETE' }, 'SignatureDoesNotMatch'],
	['another body', { ...request, body: Buffer.from('x') }, 'XAmzContentSHA256Mismatch'],
	[
		'a header that was changed',
		{ ...request, headers: { ...request.headers, range: 'bytes=0-8' } },
		'SignatureDoesNotMatch',
	],
	['no signature', { ...request, headers: {} }, 'AccessDenied'],
])('refuses %s', (_, changed, refusal) => {
	expect(refusalOf(changed, keys, now)).toBe(refusal);
});

it('refuses other keys and yesterday’s requests', () => {
	expect(refusalOf(request, { ...keys, secretAccessKey: 'guessed' }, now)).toBe('SignatureDoesNotMatch');
	expect(refusalOf(request, { ...keys, accessKeyId: 'somebody' }, now)).toBe('InvalidAccessKeyId');
	expect(refusalOf(request, keys, now + 86_400_000)).toBe('RequestTimeTooSkewed');
});
