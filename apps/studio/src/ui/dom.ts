type Attributes = Record<string, string | boolean | ((event: never) => void)>;

/**
 * An element with attributes and children. Functions are listeners (`{ click: () => … }`), true is an attribute without a value,
 * false leaves it out.
 */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(name, value as EventListener);
    // The page's security policy refuses style attributes, not styles set by scripts.
    else if (name === 'style') element.style.cssText = String(value);
    else if (value !== false) element.setAttribute(name, value === true ? '' : value);
  }
  element.append(...children);
  return element;
}

/** An element of index.html. */
export function byId<T extends HTMLElement>(id: string): T {
  return document.getElementById(id) as T;
}
