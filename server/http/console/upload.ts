/** Reading a file that an operator sends. */
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import type { Endpoint } from '#contract/endpoint.ts';
import { Problem } from '#server/kernel/problem.ts';
import { storableName } from '#server/kernel/storable.ts';

export interface UploadedFile {
	name: string;
	bytes: Buffer;
}

/** Returns the form's only file. @throws {Problem} if there is none, or it is too large */
export async function readUpload(request: FastifyRequest, { takesFile }: Endpoint): Promise<UploadedFile> {
	if (!request.isMultipart()) throw new Problem('file_missing');
	try {
		const limits = { fileSize: takesFile?.bytesMax ?? 0, files: 1, fields: 10, parts: 11, headerPairs: 50 };
		const part: MultipartFile | undefined = await request.file({ limits });
		if (part?.fieldname !== 'file') throw new Problem('file_missing');
		const bytes = await part.toBuffer();
		if (bytes.length === 0) throw new Problem('file_missing');
		return { name: storableName(part.filename), bytes };
	} catch (error) {
		throw refusalOf(error);
	}
}

/** Messages of the multipart parser's errors that have no code. */
const NO_FORM = /^Multipart: Boundary not found$|unexpected end of multipart data$/i;

function refusalOf(error: unknown): unknown {
	if (error instanceof Problem || !(error instanceof Error)) return error;
	if (NO_FORM.test(error.message)) return new Problem('file_missing');
	if (!('code' in error)) return error;
	if (error.code === 'FST_REQ_FILE_TOO_LARGE') return new Problem('file_too_large');
	const isOfForm = typeof error.code === 'string' && /^FST_(?:MP_|PARTS|FILES|FIELDS|PROTO|INVALID)/.test(error.code);
	return isOfForm ? new Problem('file_missing') : error;
}
