/** What is asked of the worker beside the page. */
export type AsideRequest =
  /** Asks the graphics card for a context: the first one of a page waits until it has started. */
  | { readonly type: 'graphics' }
  | { readonly type: 'compress'; readonly picture: ImageBitmap; readonly quality: number };

export type AsideReply =
  /** Name of what draws; '' if nothing does, or if a worker cannot ask. */
  | { readonly type: 'graphics'; readonly name: string }
  | { readonly type: 'compressed'; readonly picture: Blob | null };
