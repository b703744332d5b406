/**
 * Keeps the page alive while somebody else edits it. A browser's page translation replaces text nodes by `<font>` elements.
 * React keeps the text node: it would write into a node that nobody sees, or fail to remove it.
 *
 * @see https://github.com/facebook/react/issues/11538
 */
export function surviveForeignEdits(): void {
  /** What stands in the page for a text node that was taken out. */
  const standIns = new WeakMap<Node, Element>()
  const observer = new MutationObserver((records) => {
    const added = new Set(records.flatMap(({ addedNodes }) => [...addedNodes].filter(isFont)))
    for (const record of records) {
      if (record.type === "characterData") restore(record.target)
      else for (const node of record.removedNodes) keep(node, record, added)
    }
  })

  function keep(node: Node, record: MutationRecord, added: ReadonlySet<Node>): void {
    if (!(node instanceof Text) || node.parentNode !== null) return
    const font = [...record.addedNodes, record.previousSibling, record.nextSibling].find(
      (one): one is Element => one !== null && added.has(one),
    )
    if (font === undefined) return
    standIns.set(node, font)
    // Nobody else writes into a node that is not in the page.
    observer.observe(node, { characterData: true })
  }

  /** React has written into a text node: the new text takes the place of the translated old one. */
  function restore(node: Node): void {
    const font = standIns.get(node)
    if (font?.parentNode && node.parentNode === null && node instanceof Text) font.replaceWith(node)
    standIns.delete(node)
  }

  /** The child of `parent` that is the node, contains it, or stands in for it. */
  function childFor(parent: Node, node: Node): Node | null {
    const start = standIns.get(node) ?? node
    for (let at: Node | null = start; at !== null; at = at.parentNode) if (at.parentNode === parent) return at
    return null
  }

  const removeChild: (this: Node, child: Node) => Node = Reflect.get(Node.prototype, "removeChild")
  const insertBefore: (this: Node, node: Node, next: Node | null) => Node = Reflect.get(Node.prototype, "insertBefore")
  Node.prototype.removeChild = function removeChildOrStandIn<T extends Node>(this: Node, child: T): T {
    const present = child.parentNode === this ? child : childFor(this, child)
    if (present !== null) removeChild.call(this, present)
    else if (child.parentNode !== null) removeChild.call(this, child)
    return child
  }
  Node.prototype.insertBefore = function insertBeforeOrStandIn<T extends Node>(
    this: Node,
    node: T,
    next: Node | null,
  ): T {
    const isChild = next === null || next.parentNode === this
    insertBefore.call(this, node, isChild ? next : childFor(this, next))
    return node
  }
  observer.observe(document, { childList: true, subtree: true })
}

function isFont(node: Node): boolean {
  return node.nodeName === "FONT"
}
