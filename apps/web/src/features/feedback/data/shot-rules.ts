/** As the contract has it; its schemas are not loaded in the browser. */
export const maxScreenshots = 3;
export const screenshotTypes = '.png,.jpg,.jpeg,.webp';
