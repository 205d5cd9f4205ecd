export { adPictureOf, enqueueAdPictures, enqueuePreviews, hasAddress } from './enqueue-previews.ts';
