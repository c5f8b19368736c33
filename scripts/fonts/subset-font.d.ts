declare module 'subset-font' {
	interface Options {
		targetFormat: 'sfnt' | 'woff' | 'woff2';
		keepFeatures?: string[];
		variationAxes?: Record<string, number | { min: number; max: number }>;
	}

	export default function subsetFont(font: Buffer, text: string, options: Options): Promise<Buffer>;
}
