/** The child of `parent` that is `node`, or in which it now stands; null where it left the page. */
function childWith(parent: Node, node: Node | null): Node | null {
  let child = node;
  while (child && child.parentNode !== parent) child = child.parentNode;
  return child;
}

/**
 * React removes a node, and inserts before one, where it once put it. A browser's translation wraps texts in <font> or
 * replaces them: there both methods throw, and the island would start anew without its state (facebook/react#11538).
 */
export function tolerateMovedNodes(): void {
  const { insertBefore, removeChild } = Node.prototype;
  Node.prototype.removeChild = function <Child extends Node>(this: Node, child: Child): Child {
    const found = childWith(this, child);
    if (found) removeChild.call(this, found);
    return child;
  };
  Node.prototype.insertBefore = function <Added extends Node>(this: Node, added: Added, before: Node | null): Added {
    insertBefore.call(this, added, childWith(this, before));
    return added;
  };
}
