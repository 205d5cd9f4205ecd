type Compile = (message: string) => unknown;

/** The few parts of Babel's API that are used. */
type Node = { type: string; [key: string]: unknown };
type Property = Node & { key?: { name?: string }; value?: Node };
type Babel = { types: { valueToNode(value: unknown): Node } };

/**
 * Every message contains its text beside its id, compiled for the runtime. So a text is loaded with the code that
 * shows it, however the build splits it: no page names the catalogues it needs. Runs after Lingui's macros.
 * @param compile turns ICU MessageFormat into tokens
 */
export function compiledMessages(compile: Compile) {
  const plugin = ({ types }: Babel) => ({
    name: 'compiled-messages',
    visitor: {
      ObjectExpression({ node }: { node: { properties: Property[] } }) {
        const property = (name: string) => node.properties.find(({ key }) => key?.name === name);
        const message = property('message');
        if (property('id')?.value?.type !== 'StringLiteral' || message?.value?.type !== 'StringLiteral') return;
        message.value = types.valueToNode(compile(message.value['value'] as string));
      },
    },
  });
  return {
    preset: { plugins: [plugin] },
    rolldown: { filter: { code: /@lingui\/(core|react)\/macro|\/\*i18n\*\// } },
  };
}
