export { enqueuePreviews, hasAddress } from './enqueue-previews.ts';
