// The heat map as a module, for pages whose scripts are modules.

export { HeatMap };
