import { useState } from "react";
import { Button, Menu, MenuItem, MenuTrigger, Popover } from "react-aria-components";

const item =
  "flex min-h-11 cursor-pointer items-center px-4 text-14 text-ink outline-none data-focused:bg-control data-focused:text-ink";

/** What can be done with a message. The default export of its own chunk, opened as soon as it is there. */
export default function MessageMenu({
  name,
  href,
  onMention,
  className,
}: {
  name: string;
  href: string;
  onMention: () => void;
  className: string;
}) {
  const [isOpen, setOpen] = useState(true);
  return (
    <MenuTrigger isOpen={isOpen} onOpenChange={setOpen}>
      <Button className={className}>{name}</Button>
      <Popover placement="bottom start" className="min-w-44 border border-tick bg-raised">
        <Menu aria-label={`Message of ${name}`} className="py-1 outline-none">
          <MenuItem href={href} className={item}>
            View Profile
          </MenuItem>
          <MenuItem onAction={onMention} className={item}>
            Mention
          </MenuItem>
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
